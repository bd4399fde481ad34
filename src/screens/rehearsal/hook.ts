import type { JoinRehearsalValues } from '#machines/show/invitation.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { provideJoinRehearsal } from './ports.ts';

export const useJoinRehearsal = (): SubmissionActor<JoinRehearsalValues> =>
  useScreen(provideJoinRehearsal, undefined);
