import { m } from 'messages';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { answerTo, question, realtime, T0, timed, untimed, viewer } from '#tests/support/game.ts';
import { alertText, axeFindings } from '#tests/support/screens.tsx';
import { card, homeFixtureWith } from './fixture.tsx';

const q1 = question(1, { home: timed(90) });
const answered = (...answers: ReturnType<typeof answerTo>[]) =>
  realtime('snapshot', { versions: { house: 9 }, serverTime: T0, questions: [q1], answers });
const inDialog = () => within(screen.getByRole('dialog'));
const field = () => inDialog().getByLabelText<HTMLInputElement>('Your answer');

const note = () => inDialog().getAllByRole('status')[0]?.textContent;
const submitButton = () =>
  inDialog().getByRole<HTMLButtonElement>('button', { name: /^(?:Submit|Send Now)$/ });

/** The main page with the dialog open. */
async function answering() {
  const page = await homeFixtureWith(viewer, q1, question(2, { home: timed(-5) }));
  await page.person.click(screen.getByRole('button', { name: 'Answer Question' }));
  return page;
}

describe('answering', () => {
  it('opens with question, time and field, and keeps the screen awake [R2.main-answer-button R2.modal-text R2.modal-timer R2.modal-input]', async () => {
    const page = await answering();
    expect(screen.getByRole('dialog', { name: 'Question 1?' }).tagName).toBe('DIALOG');
    expect(inDialog().getByRole('timer').textContent).toBe('00:01:30');
    expect([field().value, page.awake]).toEqual(['', ['hold', 'hold']]);
  });
  it('shows on the card and in the dialog that a rehearsal does not count [R2.rehearsal-marked]', async () => {
    const rehearsed = { ...q1, rehearsal: true };
    const { person } = await homeFixtureWith(viewer, rehearsed);
    expect(card('Question 1?').getByText('Rehearsal').tagName).toBe('SPAN');
    await person.click(screen.getByRole('button', { name: 'Answer Question' }));
    expect(inDialog().getByText(m.rehearsalNote()).textContent).toBe(m.rehearsalNote());
  });
  it('closes the dialog after saving, and returns the focus to the question [R2.modal-input R5.answer-trimmed R4.after-answer-closes R4.after-answer-marked]', async () => {
    const page = await answering();
    await page.person.type(field(), ' Apple {Enter}');
    expect(page.submits().map(({ input }) => input)).toEqual([
      { gameSessionId: 'g1', answerText: 'Apple' },
    ]);
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    await act(async () =>
      page.submits()[0]?.answer(success({ awardedPoints: 1, answer: answerTo(1) })),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    // A page in large text is scrolled down to the button.
    expect(scrolled).toHaveBeenCalledTimes(1);
    expect(card('Question 1?').getByText('Answered').tagName).toBe('SPAN');
    expect(document.activeElement?.closest('main, li')?.textContent).toContain('Question 1?');
    expect(page.awake.at(-1)).toBe('release');
  });
  it('keeps a draft, mentions it on the card, and offers it again [R2.modal-cancel R5.answer-draft]', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun umbr');
    await page.person.click(inDialog().getByRole('button', { name: 'Cancel' }));
    expect(card('Question 1?').getByRole('status').textContent).toBe(
      'Draft saved on this device: sun umbr',
    );
    await page.person.click(screen.getByRole('button', { name: 'Answer Question' }));
    expect(field().value).toBe('sun umbr');
  });
  it('keeps question and draft while the question is revoked, and continues afterwards', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun');
    const about = { type: 'home', questionId: 'q1', gameSessionId: 'g1' } as const;
    await page.send(
      realtime('question-revoked', { ...about, feed: 'house', version: 2, question: null }),
    );
    expect(screen.getByRole('dialog', { name: 'Question 1?' }).tagName).toBe('DIALOG');
    expect([field().value, alertText()]).toEqual(['sun', m.answerNotReleased()]);
    await page.send(
      realtime('question-released', { ...about, feed: 'house', version: 3, question: q1 }),
    );
    expect([field().value, alertText()]).toEqual(['sun', '']);
  });
  it('shows by how much an answer was too late [R2.modal-submit R5.answer-not-expired]', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun{Enter}');
    await page.advance(90_000);
    await act(async () => page.submits()[0]?.answer(refusal(m.network(), { code: 'network' })));
    await page.advance(2_340);
    await page.advance(5_000);
    await act(async () =>
      page.submits()[0]?.answer(refusal(m.answerExpired(), { code: 'expired' })),
    );
    expect(note()).toBe('Too late by 1.5 s');
    expect(alertText()).toBe(m.answerExpired());
  });
  it('has no submit button once it is too late, and keeps the draft for copying [R5.answer-shut]', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun');
    await page.advance(90_000);
    await page.advance(250);
    expect([note(), alertText()]).toEqual(['Too late (your text is kept)', m.answerExpired()]);
    expect(submitButton().disabled).toBe(true);
    await page.person.type(field(), '{Enter}');
    expect(page.submits()).toEqual([]);
    expect([field().value, field().disabled, field().readOnly]).toEqual(['sun', false, false]);
  });
  it('has no submit button while only the other audience may answer [R5.answer-shut R4.locked-no-answer]', async () => {
    const page = await homeFixtureWith(viewer, question(1, { home: untimed }));
    await page.person.click(screen.getByRole('button', { name: 'Answer Question' }));
    await page.person.type(field(), 'sun');
    const about = { questionId: 'q1', gameSessionId: 'g1' };
    const locked = question(1, { home: untimed, studio: timed(30) });
    await page.send(
      realtime('questions-updated', { ...about, feed: 'house', version: 2, question: locked }),
    );
    expect([note(), alertText(), submitButton().disabled, field().value]).toEqual([
      'Not your turn yet (your text is kept)',
      'Contestant-only mode active',
      true,
      'sun',
    ]);
    await page.advance(30_000);
    expect([submitButton().disabled, field().value]).toEqual([false, 'sun']);
  });
  it('shows a single message if the connection is lost after the end of the window [R5.answer-shut]', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun{Enter}');
    await act(async () => page.submits()[0]?.answer(refusal(m.network(), { code: 'network' })));
    await page.send({ type: 'connection.lost' });
    expect([submitButton().textContent, submitButton().disabled]).toEqual(['Send Now', false]);
    await page.advance(90_000);
    await act(async () => page.submits()[0]?.answer(refusal(m.network(), { code: 'network' })));
    expect([note(), alertText(), inDialog().getByRole('timer').textContent]).toEqual([
      "Sending started in time. We'll tell you if it arrived once you're back online.",
      '',
      'Expired',
    ]);
    expect([submitButton().textContent, submitButton().disabled]).toEqual(['Submit', true]);
  });
  it('checks the state after a sleep before it sends, and keeps the draft [R4.unsure-checking]', async () => {
    const page = await answering();
    await page.person.type(field(), 'sun');
    await page.send({ type: 'data.unconfirmed' });
    await page.person.type(field(), 'ny{Enter}');
    expect([note(), submitButton().disabled, field().value, page.submits()]).toEqual([
      'Checking… (not sent yet)',
      true,
      'sunny',
      [],
    ]);
    const timer = inDialog().getByRole('timer', { hidden: true });
    expect(timer.className).toContain('hidden');
    await page.send(
      realtime('snapshot', {
        versions: { house: 9 },
        serverTime: T0,
        questions: [q1],
        answers: [],
      }),
    );
    expect([note(), submitButton().disabled, field().value]).toEqual([
      'Draft (not sent yet)',
      false,
      'sunny',
    ]);
  });
  it('has no axe finding in the dialog with an error [R5.answer-not-empty]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    await page.person.click(screen.getByRole('button', { name: 'Answer Question' }));
    await page.person.click(inDialog().getByRole('button', { name: 'Submit' }));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(await axeFindings()).toEqual([]);
  });
});

describe('announcements to screen readers', () => {
  it('mention the last minute, half minute and ten seconds of an open question', async () => {
    const page = await homeFixtureWith(
      viewer,
      question(1, { home: timed(61) }),
      question(2, { home: timed(300) }),
    );
    for (const ms of [500, 500, 30_000, 19_000, 1_000, 10_000]) await page.advance(ms);
    expect(page.performed).toEqual(
      ['60', '30', '10'].map((left) => ({ type: 'announce', text: `${left} seconds left` })),
    );
    expect(page.facts.filter(({ type }) => type === 'announce')).toEqual([
      { type: 'announce', text: "Time's up", urgent: true },
      { type: 'announce', text: '' },
    ]);
  });
  it('are not made for a player who has answered', async () => {
    const page = await homeFixtureWith(viewer, question(1, { home: timed(61) }));
    await page.send(answered(answerTo(1)));
    await page.advance(2_000);
    expect(page.performed).toEqual([]);
  });
});
