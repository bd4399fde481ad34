import { m } from 'messages';
import type { Audience, PlayerMedia } from '#machines/contract/entities.ts';
import { useQuestionUrl } from './question-media.hook.ts';
import styles from './question-media.module.css';

export interface QuestionMediaProps {
  readonly media: PlayerMedia;
  /** The reader's own audience. */
  readonly audience: Audience | null;
}

/** The picture or sound of a question. Tablets in the studio play nothing, because their microphones are open. */
export default function QuestionMedia({ media, audience }: QuestionMediaProps) {
  const { kind, alt, width, height } = media;
  const url = useQuestionUrl(media);
  if (kind === 'picture')
    return (
      <img
        className={styles['picture']}
        src={url}
        alt={alt}
        style={{ '--ratio': width && height ? width / height : undefined }}
      />
    );
  return (
    <figure className={styles['sound']}>
      <figcaption dir="auto" translate="no">
        {alt}
      </figcaption>
      {audience === 'studio' ? (
        <p>{m.homeListenSoundStudio()}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its text alternative is the caption
        <audio controls preload="auto" src={url} aria-label={alt} />
      )}
    </figure>
  );
}
