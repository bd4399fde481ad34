import { useSelector } from '@xstate/react';
import { selectIsRunning } from '#machines/show/producer.ts';
import { useProducerActors } from './producer-actors.ts';

/** Value of `data-run` for a screen on which producers work while a show is running; undefined: none is. */
export const useDeskRun = (): 'desk' | undefined =>
  useSelector(
    useProducerActors()?.producer,
    (snapshot) => snapshot !== undefined && selectIsRunning(snapshot),
  )
    ? 'desk'
    : undefined;
