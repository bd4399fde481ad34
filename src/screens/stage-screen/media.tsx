import { useEffect } from 'react';
import type { StageView } from '#machines/contract/stage.ts';
import type { Media } from '#machines/contract/entities.ts';
import type { StageActor } from '#machines/show/stage.ts';
import { useMediaUrl } from '#src/bindings/media.ts';
import { useQuestionSound } from './hook.ts';
import styles from './stage-screen.module.css';

/** The picture of a question, as large as its place allows and never cropped. */
export function QuestionPicture({ media: { id, alt, width, height } }: { readonly media: Media }) {
  const url = useMediaUrl()(id);
  return (
    <img
      className={styles['picture']}
      src={url}
      alt={alt}
      width={width}
      height={height}
      data-layer="question"
    />
  );
}

interface MediaProps {
  readonly show: StageView | null;
  readonly stage: StageActor;
  /** The volume of this screen; 0 is off. */
  readonly level: number;
}

/** Loads the picture or sound of the armed item ahead, and plays the sound of the question. */
export function StageMedia({ show, ...props }: MediaProps) {
  const urlOf = useMediaUrl();
  const ahead = show?.ahead;
  const picture = ahead?.kind === 'picture' ? urlOf(ahead.id) : null;
  useEffect(() => {
    // An image outside of the page: nothing can show it before its question.
    if (picture !== null) new Image().src = picture;
  }, [picture]);
  const sound = [show?.question?.media, ahead].find((media) => media?.kind === 'sound');
  // The key keeps the loaded sound when the armed question is released.
  return sound && <QuestionSound key={sound.id} id={sound.id} {...props} />;
}

interface SoundProps extends Omit<MediaProps, 'show'> {
  readonly id: string;
}

function QuestionSound({ id, stage, level }: SoundProps) {
  const url = useMediaUrl()(id);
  const player = useQuestionSound(id, stage, level);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is spoken in it that is not in its text alternative
  return <audio ref={player} preload="auto" src={url} />;
}
