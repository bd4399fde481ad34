import { m } from 'messages';
import { type QuestionState, StateBadge } from './badge.tsx';

/** The state of an audience's window as producers call it. */
export const WindowBadge = ({ state }: { readonly state: QuestionState }) => (
  <StateBadge state={state}>{state === 'expired' ? m.uiClosed() : undefined}</StateBadge>
);
