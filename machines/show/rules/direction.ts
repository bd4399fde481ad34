import { m } from 'messages';
import { listText } from 'messages/format';
import type { ShowAct } from '#machines/show/calls.ts';
import {
  type Direction,
  type Interlude,
  INTERLUDES,
  type RankedGroup,
  type Scene,
  type StageView,
} from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { airLabel } from './labels.ts';
import { placeName } from './stage.ts';

/** A revealed group (`group`), and its position from 1. */
interface Revealed {
  readonly number: number;
  readonly group: RankedGroup;
}

const revealedOf = (show: StageView | null): Revealed[] =>
  (show?.groups ?? []).flatMap((group, index) =>
    group === null ? [] : [{ number: index + 1, group }],
  );

/**
 * Announcement for screen readers when the stage changes from `before` to `after`; null: nothing new. Groups and winners
 * are announced at the moment at which the stage shows them (`machines/show/stage.ts`).
 */
export function stageAnnouncement(before: StageView | null, after: StageView): string | null {
  if (after.scene === 'idle') return null;
  if (after.scene !== 'question')
    return before?.scene === after.scene ? null : sceneText(after, after.scene);
  const { question } = after;
  const isNew = question?.question_id !== before?.question?.question_id;
  return isNew ? (question?.question_text ?? null) : null;
}

/** The titles of scenes without a question, as the screens show and announce them. */
export const SCENE_TITLES = {
  board: m.showTodaysScores,
  season: m.showSeasonStandings,
  test: m.showTestCard,
  countdown: m.showShowAboutStart,
  standings: m.showFinalStandings,
  podium: m.showPodium,
  winner: m.showWinner,
} as const;

/** The title of a scene without a question. `hasMore`: whether questions of the show are still to come. */
export const sceneTitle = (scene: keyof typeof SCENE_TITLES, hasMore: boolean): string =>
  scene === 'standings' && hasMore ? m.showStandings() : SCENE_TITLES[scene]();

/** Announcement of a scene without a question. */
const sceneText = (show: StageView, scene: Exclude<Scene, 'idle' | 'question'>): string =>
  scene === 'holding'
    ? (show.holdingText ?? m.showWellRightBack())
    : sceneTitle(scene, show.hasMore ?? false);

/** Announcement of the winners of these audiences; null: they have none. */
export function winnersText(
  { board }: StageView,
  audiences: readonly Audience[] = AUDIENCES,
): string | null {
  const winners = audiences.flatMap((audience) => {
    const names = (board?.[audience] ?? []).filter(({ rank }) => rank === 1);
    if (names.length === 0) return [];
    return m.commonLabelled({
      label: audienceLabel(audience),
      value: listText(names.map(({ username }) => username)),
    });
  });
  return winners.length === 0 ? null : winners.join('. ');
}

/** Announcements of a group: of its label when that is shown, and of its count when that is shown. */
export const labelText = (number: number, group: RankedGroup): string =>
  m.commonLabelled({ label: placeName(group, number - 1), value: airLabel(group.representative) });
export const countText = ({ count }: Pick<RankedGroup, 'count'>): string =>
  m.countAnswers({ count });

/** Announcement of all revealed groups but these; null: there are none. */
export function groupsText(show: StageView, but: ReadonlySet<string>): string | null {
  const news = revealedOf(show).filter(({ group }) => !but.has(group.groupId));
  return news.length === 0
    ? null
    : news
        .map(({ number, group }) => `${labelText(number, group)}, ${countText(group)}`)
        .join('. ');
}

const revealedIn = ({ groups }: Direction) => groups.filter(({ revealed }) => revealed);

const pictureOf = (direction: Direction): string =>
  JSON.stringify([
    direction.scene,
    direction.scene === 'question' && direction.questionId,
    revealedIn(direction).map(({ groupId }) => groupId),
  ]);

/** Whether a scene is a picture over another one. */
export const isInterlude = (scene: Scene): scene is Interlude =>
  INTERLUDES.some((each) => each === scene);

/** Whether two directions produce the same picture on the stage; the number of screens and the counts may differ. */
export const isSamePicture = (a: Direction, b: Direction): boolean => pictureOf(a) === pictureOf(b);

/** Describes a change of the stage to the producer; null: no visible change. */
export function stageChangeText(before: Direction, after: Direction): string | null {
  if (isSamePicture(before, after)) return null;
  if (after.scene !== 'question') return m.showOnStage({ scene: SCENE_WORDS[after.scene]() });
  if (before.scene !== 'question' || before.questionId !== after.questionId)
    return typeof after.questionText === 'string'
      ? m.showStage({ questionText: after.questionText })
      : m.showQuestionOnStage();
  const isMore = revealedIn(after).length > revealedIn(before).length;
  const names = listText(
    changedGroups(before, after).map(({ representative }) =>
      m.commonQuoted({ text: representative }),
    ),
  );
  return isMore ? m.showRevealedOnStage({ names }) : m.showHidOnStage({ names });
}

/** What a scene without a question displays. */
export const SCENE_WORDS: Record<Exclude<Scene, 'question'>, () => string> = {
  idle: m.showNameShow,
  board: m.showSceneTodaysScores,
  season: m.showSceneSeasonStandings,
  holding: m.showHoldingPicture,
  test: m.showSceneTestCard,
  countdown: m.showCountdownStart,
  standings: m.showSceneStandings,
  podium: m.showScenePodium,
  winner: m.showSceneWinner,
};

/** The groups in `after` that were revealed or covered since `before`. */
function changedGroups(before: Direction, after: Direction): Direction['groups'] {
  const known = new Set(revealedIn(before).map(({ groupId }) => groupId));
  return after.groups.filter(({ groupId, revealed }) => revealed !== known.has(groupId));
}

/** The undo of a change of the stage. */
export interface StageUndo {
  readonly showId: string;
  readonly act: Extract<ShowAct, { type: 'scene' | 'interlude' | 'question' | 'reveal' | 'hide' }>;
  /** Describes the undo. */
  readonly text: string;
}

/**
 * The undo of the change from `before` to `after`; null: nothing visible changed, or the change took more than one act.
 */
export function stageUndo(before: Direction, after: Direction): StageUndo | null {
  if (isSamePicture(before, after)) return null;
  const { showId, scene, itemId } = before;
  if (scene === after.scene && before.questionId === after.questionId) {
    const [group, ...more] = changedGroups(before, after);
    if (group === undefined || more.length > 0 || itemId === null) return null;
    const type = group.revealed ? 'hide' : 'reveal';
    const act = { type, itemId, groupId: group.groupId } as const;
    const text = group.revealed ? m.showUndoHide : m.showUndoReveal;
    return { showId, act, text: text({ representative: group.representative }) };
  }
  const act = undoAct(before, after);
  if (act === null) return null;
  return { showId, act, text: sceneUndoText(before) };
}

function sceneUndoText({ scene, questionText }: Direction): string {
  if (scene !== 'question') return m.showUndoSceneAgain({ scene: SCENE_WORDS[scene]() });
  return typeof questionText === 'string'
    ? m.showUndoShowAgain({ text: questionText })
    : m.showUndoShowQuestionAgain();
}

function undoAct(
  { scene, itemId }: Pick<Direction, 'scene' | 'itemId'>,
  after: Direction,
): StageUndo['act'] | null {
  if (after.behind === scene) return { type: 'interlude', interlude: null };
  if (isInterlude(scene)) return { type: 'interlude', interlude: scene };
  if (scene !== 'question') return { type: 'scene', scene };
  return itemId === null ? null : { type: 'question', itemId };
}

/** Why no group of the displayed question can be revealed, or null. `isOpen`: players can still answer it. */
export function whyNoReveal({ scene, groups }: Direction, isOpen: boolean): string | null {
  if (scene !== 'question') return m.showNoQuestion();
  if (isOpen) return m.showStillOpen();
  if (groups.length === 0) return m.questionsNoAnswers();
  return groups.every(({ revealed }) => revealed) ? m.showNothingLeft() : null;
}
