import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Audience, Media } from '#machines/contract/entities.ts';
import QuestionMedia from '#src/screens/home/question-media.tsx';
import { question, timed, viewer } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { homeFixtureWith } from './fixture.tsx';

const PICTURE: Media = { id: 'bridge', kind: 'picture', alt: 'A bridge', width: 40, height: 30 };
const SOUND: Media = { id: 'horn', kind: 'sound', alt: 'A long tone' };

const shown = (media: Media, audience: Audience) =>
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
