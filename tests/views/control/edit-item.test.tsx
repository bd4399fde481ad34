import { m } from 'messages';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { success } from '#machines/contract/outcome.ts';
import { EditItem } from '#src/screens/control/edit-item.tsx';
import { png } from '#tests/support/media.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';
import { pageWith } from './fixture.tsx';

const PICTURE = { id: 'bridge', kind: 'picture', width: 40, height: 30 } as const;
const file = (bytes: number | Uint8Array<ArrayBuffer> = new Uint8Array(png())) =>
  new File([typeof bytes === 'number' ? new ArrayBuffer(bytes) : bytes], 'x.png', {
    type: 'image/png',
  });

/** The dialog of an item, with a server that stores the picture. */
async function open(presets: Partial<RundownItem> = {}, reply: unknown = { media: PICTURE }) {
  const { producer, load, house } = producerFixture();
  const shown = item('1', { text: 'Where is this?', ...presets });
  const view = showView({ rundown: rundown({ items: [shown] }) });
  await load.answer(success({ shows: [], view, house: house(direction()) }));
  const uploads: (string | null)[] = [];
  const page = pageWith((request) => {
    uploads.push(request.headers.get('content-type'));
    return reply;
  });
  render(
    page(
      <main>
        <EditItem producer={producer} item={shown} onClose={() => {}} />
      </main>,
    ),
  );
  const user = userEvent.setup({ delay: null, applyAccept: false });
  return {
    uploads,
    user,
    choose: (chosen: File) => user.upload(screen.getByLabelText(/^PNG, JPEG/u), chosen),
    alt: () => screen.findByRole('textbox', { name: /^What the (?:picture shows|sound is)/u }),
    save: screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }),
    saved: () => producer.getSnapshot().context.posted?.act,
  };
}

it('adds a picture, which needs a text alternative [R2.media-control]', async () => {
  const { uploads, user, choose, alt, save, saved } = await open();
  await choose(file());
  const field = await alt();
  expect(uploads).toEqual(['application/octet-stream']);
  const preview = screen.getByRole('presentation');
  expect(preview.getAttribute('src')).toMatch(/\/api\/media\/bridge$/u);
  expect(save.disabled).toBe(true);
  await user.type(field, 'A red bridge');
  expect(await axeFindings()).toEqual([]);
  await user.click(save);
  expect(saved()).toMatchObject({ type: 'edit', media: { id: 'bridge', alt: 'A red bridge' } });
});

it('replaces and removes it; a change of other fields leaves it alone [R2.media-control]', async () => {
  const media = { ...PICTURE, id: 'old', alt: 'Old' };
  const first = await open({ media });
  await first.user.type(screen.getByRole('textbox', { name: 'Question' }), '!');
  await first.user.click(first.save);
  expect(first.saved()).not.toHaveProperty('media');
  await first.choose(file());
  await screen.findByText('The picture is ready to save');
  expect(await first.alt()).toHaveProperty('value', '');
  await first.user.click(screen.getByRole('button', { name: 'Remove the picture' }));
  expect(screen.queryByRole('img')).toBeNull();
});

it('saves that there is none any more [R2.media-control]', async () => {
  const { user, save, saved } = await open({ media: { id: 's', kind: 'sound', alt: 'A horn' } });
  expect(screen.getByLabelText('A horn').getAttribute('src')).toMatch(/\/api\/media\/s$/u);
  await user.click(screen.getByRole('button', { name: 'Remove the sound' }));
  await user.click(save);
  expect(saved()).toMatchObject({ type: 'edit', media: null });
});

it('says why a file cannot be used, and keeps everything that was typed [R2.media-control]', async () => {
  const { uploads, user, choose, save } = await open({}, { error: 'Not a picture.' });
  const question = screen.getByRole('textbox', { name: 'Question' });
  await user.type(question, ' And when?');
  await choose(file(LIMITS.mediaBytes + 1));
  await screen.findByText(m.mediaTooLarge());
  expect(uploads).toEqual([]);
  await choose(file());
  await screen.findByText('Not a picture.');
  expect(question).toHaveProperty('value', 'Where is this? And when?');
  expect(save.disabled).toBe(false);
});
