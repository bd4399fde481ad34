import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import type { Media } from '#machines/contract/entities.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { fakeAudio } from '#tests/support/fake-audio.ts';
import { timed } from '#tests/support/game.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { questionScene, settled, show, showFixture, updated } from './fixture.tsx';

const up = { type: 'socket.connected' } as const;
const PICTURE: Media = { id: 'bridge', kind: 'picture', alt: 'A bridge', width: 40, height: 30 };
const SOUND: Media = { id: 'horn', kind: 'sound', alt: 'A horn' };
const CLOSED = { studio: NO_WINDOW, home: NO_WINDOW };
const OPEN = { studio: timed(90), home: timed(90) };

/** The scene of a question with a picture or sound. */
function asked(media: Media, windows = OPEN, groups: StageView['groups'] = []): StageView {
  const scene = questionScene('Where is this?', groups, windows);
  return { ...scene, question: scene.question && { ...scene.question, media } };
}
const { alt: _, ...ahead } = PICTURE;
const picture = () => screen.queryByRole('img', { name: /bridge/u });
const article = () => screen.getByRole('article');

it('loads the next picture without showing it, then shows it beside the question until the board comes [R2.media-stage]', async () => {
  const loaded: { src: string }[] = [];
  vi.stubGlobal('Image', function load() {
    const image = { src: '' };
    loaded.push(image);
    return image;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { line } = await showFixture();
  await line(up, updated(show({ ahead })));
  expect([loaded, document.querySelector('img')]).toEqual([
    [{ src: expect.stringMatching(/\/api\/media\/bridge$/u) }],
    null,
  ]);
  await line(updated(asked(PICTURE)));
  expect(picture()?.getAttribute('src')).toBe(loaded[0]?.src);
  expect(article().hasAttribute('data-pictured')).toBe(true);
  expect(await axeFindings()).toEqual([]);
  await line(updated(asked({ ...PICTURE, id: 'other', alt: 'Another bridge' })));
  expect(picture()?.getAttribute('src')).toMatch(/\/other$/u);
  await line(updated(asked(PICTURE, CLOSED, [settled('Fog', 3)])));
  expect([picture(), article().hasAttribute('data-pictured')]).toEqual([null, false]);
});

it('has no picture and no sound as an overlay [R2.media-stage]', async () => {
  const { line } = await showFixture(null, '/gameshow?view=overlay');
  await line(up, updated({ ...asked(PICTURE), ahead }));
  expect(document.querySelector('img')).toBeNull();
  await line(updated(asked(SOUND)));
  expect(document.querySelector('audio')).toBeNull();
});

it('plays a sound once after the release, if the sound of the screen is on [R2.media-stage]', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const { context } = fakeAudio();
  vi.stubGlobal('AudioContext', function open() {
    return context;
  });
  onTestFinished(() => {
    play.mockRestore();
    vi.unstubAllGlobals();
  });
  const { line, person, pass } = await showFixture();
  await line(up, updated(show({ ahead: { id: 'horn', kind: 'sound' } })));
  const player = document.querySelector('audio');
  expect([player?.getAttribute('src'), player?.preload]).toEqual([
    expect.stringMatching(/\/api\/media\/horn$/u),
    'auto',
  ]);
  await person.click(screen.getByRole('button', { name: 'Half' }));
  await line(updated(asked(SOUND, CLOSED)));
  await pass(2_000);
  expect(play).not.toHaveBeenCalled();
  await line(updated(asked(SOUND)));
  await expect.poll(() => play.mock.calls.length, { timeout: 5_000 }).toBe(1);
  expect([document.querySelector('audio'), player?.volume]).toEqual([player, 0.4]);
});
