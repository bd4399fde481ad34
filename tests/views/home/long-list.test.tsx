import { expect, it, onTestFinished, vi } from 'vitest';
import { answerTo, question, realtime, T0, timed, viewer } from '#tests/support/game.ts';
import { cards, homeFixture } from './fixture.tsx';

const asked = Array.from({ length: 40 }, (_, index) => question(index + 1, { home: timed(90) }));
const answers = asked.map((_, index) => answerTo(index + 1, { answeredAt: T0 + index + 1 }));

/** Records the numbers of questions whose cards are rendered from now on, recognised by the answer's time. */
function watchRendered() {
  const rendered = new Set<number>();
  const spy = vi.spyOn(Date.prototype, 'toLocaleTimeString').mockImplementation(function (
    this: Date,
  ) {
    rendered.add(this.getTime() - T0);
    return new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }).format(this);
  });
  onTestFinished(() => spy.mockRestore());
  return rendered;
}

it('a change of one question does not render the cards of others', async () => {
  const page = await homeFixture(viewer);
  const rendered = watchRendered();
  await page.load({ questions: asked, answers, versions: { house: 1 } });
  expect(rendered.size).toBe(40);

  rendered.clear();
  const changed = question(7, { home: timed(90) }, { question_text: 'Another one?' });
  await page.send(
    realtime('questions-updated', {
      feed: 'house',
      version: 2,
      gameSessionId: 'g7',
      question: changed,
    }),
  );
  expect([cards().includes('Another one?'), [...rendered]]).toEqual([true, [7]]);

  rendered.clear();
  await page.send(realtime('answer-updated', { gameSessionId: 'g9', awardedPoints: 12 }));
  expect([...rendered]).toEqual([9]);

  rendered.clear();
  await page.send(
    realtime('question-released', {
      feed: 'house',
      version: 3,
      type: 'home',
      gameSessionId: 'g41',
      question: question(41, { home: timed(90) }),
    }),
  );
  // Only the card that was selected before.
  expect([cards().length, [...rendered]]).toEqual([41, [40]]);
});
