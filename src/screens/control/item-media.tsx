import { m } from 'messages';
import { useState } from 'react';
import type { Media, StoredMedia } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import type { Submitted } from '#machines/kit/submission.ts';
import { useForm } from '#src/bindings/form.ts';
import { useMediaUrl } from '#src/bindings/media.ts';
import { useRelay } from '#src/bindings/screen.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { useUpload } from './hook.ts';
import styles from './control.module.css';

const storedIn = (emitted: Submitted<StoredMedia> | { readonly type: 'navigate' | 'fault' }) =>
  emitted.type === 'submitted' ? emitted.value : null;

/** The picture or sound that the dialog is to save, and the form that uploads another one. */
export function useEditedMedia(saved: Media | undefined) {
  const [media, setMedia] = useState<StoredMedia | null>(saved ?? null);
  const [alt, setAlt] = useState(saved?.alt ?? '');
  const upload = useUpload();
  const form = useForm(upload, []);
  useRelay(upload, storedIn, {
    send: (stored) => {
      setMedia(stored);
      // The text describes the former picture or sound.
      setAlt('');
    },
  });
  const isWrong = form.busy || (media !== null && alt.trim() === '');
  return { media, alt, isWrong, form, upload, setMedia, setAlt };
}
type EditedMedia = ReturnType<typeof useEditedMedia>;

/** The change of the act `edit`; undefined: nothing has changed. */
export function mediaChange(
  { media, alt }: Pick<EditedMedia, 'media' | 'alt'>,
  saved: Media | undefined,
): Pick<Media, 'id' | 'alt'> | null | undefined {
  if (media?.id === saved?.id && (media === null || alt.trim() === saved?.alt)) return undefined;
  return media && { id: media.id, alt: alt.trim() };
}

const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml,audio/mpeg';

/** Fields that choose, show, describe and remove the picture or sound of an item. */
export function ItemMedia({ edited }: { readonly edited: EditedMedia }) {
  const { media, alt, form, upload, setMedia, setAlt } = edited;
  const { busy, done, message, error } = form;
  return (
    <fieldset className={styles['media']}>
      <legend>{m.controlPictureSound()}</legend>
      <label className={styles['file']}>
        {m.controlPngJpegWebpSvg()}
        <input
          type="file"
          accept={TYPES}
          disabled={busy}
          onClick={(event) => {
            // Lets the same file be chosen again after an error.
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file === undefined) return;
            const read = async () => new Uint8Array(await file.arrayBuffer());
            upload.send({ type: 'form.submit', values: { size: file.size, read } });
          }}
        />
      </label>
      <Spoken>
        {busy && <p className={styles['hint']}>{m.controlUploading()}</p>}
        {error !== undefined && <Note tone="danger">{error}</Note>}
        {done && media !== null && <p className={styles['hint']}>{message}</p>}
      </Spoken>
      {media !== null && (
        <>
          <Cluster>
            <MediaPreview media={{ ...media, alt }} />
            <Button onClick={() => setMedia(null)}>
              {media.kind === 'picture' ? m.controlRemovePicture() : m.controlRemoveSound()}
            </Button>
          </Cluster>
          <TextField
            label={
              media.kind === 'picture'
                ? m.controlWhatPictureShowsPeople()
                : m.controlWhatSoundPeopleWho()
            }
            value={alt}
            maxLength={LIMITS.altLength}
            hint={alt.trim() === '' ? m.mediaNoAlt() : undefined}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
        </>
      )}
    </fieldset>
  );
}

/** A picture, or the controls of a sound. */
export function MediaPreview({
  media: { id, kind, alt, width, height },
}: {
  readonly media: Media;
}) {
  const url = useMediaUrl()(id);
  return kind === 'picture' ? (
    <img src={url} alt={alt} width={width} height={height} className={styles['thumbnail']} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its text alternative is the label
    <audio controls preload="metadata" src={url} aria-label={alt} className={styles['player']} />
  );
}
