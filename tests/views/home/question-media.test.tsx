import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Audience, PlayerMedia } from '#machines/contract/entities.ts';
import { loadAhead } from '#src/effects/sealed-media.ts';
import QuestionMedia from '#src/screens/home/question-media.tsx';
import { newKey } from '#server/show/link-key.ts';
import { seal, sealOf } from '#server/show/media/seal.ts';
import { png } from '#tests/support/media.ts';
import { question, timed, viewer } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { homeFixtureWith } from './fixture.tsx';

const PICTURE: PlayerMedia = {
  id: 'bridge',
  kind: 'picture',
  alt: 'A bridge',
  width: 40,
  height: 30,
};
const SOUND: PlayerMedia = { id: 'horn', kind: 'sound', alt: 'A long tone' };

const shown = (media: PlayerMedia, audience: Audience) =>
  render(
    createRoot().page(
      <main>
        <QuestionMedia media={media} audience={audience} />
      </main>,
    ),
  );

it('is a picture with its text alternative on the card of a question that can be answered [R2.media-phone]', async () => {
  await homeFixtureWith(viewer, { ...question(1, { home: timed(90) }), media: PICTURE });
  const picture = await screen.findByRole('img', { name: 'A bridge' });
  expect(picture.getAttribute('src')).toMatch(/\/api\/media\/bridge$/u);
});

it('is a sound that starts by itself nowhere, and is left to the studio for contestants [R2.media-phone]', async () => {
  shown(SOUND, 'home');
  const player = screen.getByLabelText<HTMLAudioElement>('A long tone');
  expect([player.controls, player.autoplay]).toEqual([true, false]);
  expect(await axeFindings()).toEqual([]);
  cleanup();
  shown(SOUND, 'studio');
  expect(screen.queryByLabelText('A long tone')).toBeNull();
  expect(screen.getByText('Listen to the sound in the studio.')).toBeDefined();
});

const src = () => screen.getByRole('img', { name: 'A bridge' }).getAttribute('src');

it('is shown from memory if it was loaded ahead, until it is gone; otherwise from its address [R2.media-ahead]', async () => {
  const key = newKey();
  const id = sealOf(key);
  const fetched = vi.fn<() => Promise<Response>>(
    async () => new Response(new Uint8Array(seal(key, { type: 'image/png', bytes: png() }))),
  );
  vi.stubGlobal('fetch', fetched);
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:bridge');
  const gone = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  onTestFinished(() => {
    made.mockRestore();
    gone.mockRestore();
  });
  const media = { ...PICTURE, seal: { id, key } };
  shown(media, 'home');
  await expect.poll(src).toMatch(/\/api\/media\/bridge$/u);
  cleanup();

  loadAhead('', { show: 's1', seal: id, withinMs: 0 });
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  shown(media, 'home');
  await expect.poll(src).toBe('blob:bridge');
  cleanup();
  expect(gone.mock.calls).toEqual([['blob:bridge']]);
});
