import { controlActSchema, type RemoteAct } from '#machines/show/control-calls.ts';

/* The page of Bitfocus Companion in docs/: one button for each act of the remote control. */

export const COMPANION_FILE = 'docs/gameshow.companionconfig';

const CONNECTION = 'gameshow';
const COLUMNS = 8;
const WHITE = 0xff_ff_ff;
const GREEN = 0x33_9e_4e;
const RED = 0xe4_28_1e;
const GREY = 0x33_33_33;

/** Text and colour of each button. */
const LOOKS: Readonly<Record<RemoteAct, readonly [string, number]>> = {
  go: ['GO', GREEN],
  'release-studio': ['Release Studio', GREEN],
  'release-home': ['Release Home', GREEN],
  'revoke-studio': ['Revoke Studio', RED],
  'revoke-home': ['Revoke Home', RED],
  extend: ['+10 s', GREY],
  close: ['Close now', RED],
  'take-back': ['Take back', RED],
  skip: ['Skip', GREY],
  'plan-again': ['Plan again', GREY],
  arm: ['Arm', GREY],
  reopen: ['Reopen 0:30', GREY],
  lock: ['Lock', GREY],
  unlock: ['Unlock', GREY],
  reveal: ['Reveal', GREEN],
  'reveal-all': ['Reveal all', GREEN],
  hide: ['Hide last', GREY],
  'show-board': ['Show the board', GREY],
  publish: ['Publish', GREEN],
  void: ['Void', RED],
  'count-again': ['Count again', GREY],
  next: ['Next', GREEN],
  scores: ['Scores', GREY],
  season: ['Season', GREY],
  holding: ['Holding', GREY],
  'test-card': ['Test card', GREY],
  countdown: ['Count\\ndown', GREY],
  standings: ['Standings', GREY],
  'take-out': ['Clear screen', RED],
  undo: ['Undo', GREY],
};

function button(act: RemoteAct) {
  const [text, bgcolor] = LOOKS[act];
  const post = {
    id: `post-${act}`,
    action: 'post',
    instance: CONNECTION,
    delay: 0,
    options: {
      url: `/api/v1/control/${act}`,
      body: '{}',
      header: '{"Authorization":"Bearer $(custom:show_token)"}',
      contenttype: 'application/json',
      jsonResultDataVariable: '',
      result_stringify: true,
      statusCodeVariable: '',
    },
  };
  return {
    type: 'button',
    style: {
      text,
      textExpression: false,
      size: 'auto',
      png64: null,
      alignment: 'center:center',
      pngalignment: 'center:center',
      color: WHITE,
      bgcolor,
      show_topbar: 'default',
    },
    options: { relativeDelay: false, stepAutoProgress: true, rotaryActions: false },
    feedbacks: [],
    steps: { 0: { action_sets: { down: [post], up: [] }, options: { runWhileHeld: [] } } },
  };
}

/** The page as Companion exports pages since version 3 (format 4), which later versions import, too. */
function companionPage() {
  const acts = controlActSchema.options;
  const rows = Array.from({ length: Math.ceil(acts.length / COLUMNS) }, (_, row) =>
    acts.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  return {
    version: 4,
    type: 'page',
    page: {
      name: 'Gameshow',
      controls: Object.fromEntries(
        rows.map((row, y) => [y, Object.fromEntries(row.map((act, x) => [x, button(act)]))]),
      ),
      gridSize: { minColumn: 0, maxColumn: COLUMNS - 1, minRow: 0, maxRow: 3 },
    },
    instances: {
      [CONNECTION]: {
        instance_type: 'generic-http',
        label: 'Gameshow',
        config: { prefix: 'http://localhost:3000', proxyAddress: '', rejectUnauthorized: true },
        isFirstInit: false,
        lastUpgradeIndex: 1,
        enabled: true,
        sortOrder: 0,
      },
    },
    oldPageNumber: 1,
  };
}

/** The content of the file. */
export const companionText = (): string => `${JSON.stringify(companionPage(), null, 2)}\n`;
