/** Offers a picture to the device's own sharing, or saves it where the device shares no files. */
async function keepPicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  const data = { files: [file] };
  if (navigator.canShare?.(data)) {
    try {
      // oxlint-disable-next-line no-restricted-properties -- only where the browser can share; elsewhere the picture is saved
      await navigator.share(data);
    } catch (error) {
      // The reader has closed the sharing sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** A line of the picture: its text, size (px), weight, and the space above it (px). `isLit`: in the colour of a winner. */
export interface PictureLine {
  readonly isLit: boolean;
  readonly text: string;
  readonly px: number;
  readonly weight: number;
  readonly above: number;
}

const WIDTH = 1_080;
const HEIGHT = 1_350;
const MARGIN = 80;
const LINE_HEIGHT = 1.25;
const MOST_WIDTH = WIDTH - 2 * MARGIN;
const CROWN = 170;
/** The grid on which an icon of the page is drawn. */
const ICON_SIZE = 24;
/** The lamps around the picture: their distance from its edge, from each other, and their radius. */
const LAMPS = { inset: 36, apart: 48, radius: 8 };

/** The colours and the font of the picture. */
type Look = Readonly<Record<'page' | 'stage' | 'text' | 'lit' | 'lamp' | 'font', string>>;

/** Draws the lines in the colours and the font of an element, below its icon if it has one, and lets the reader keep or share the picture. */
export async function keepCard(
  lines: readonly PictureLine[],
  from: Element,
  name: string,
): Promise<void> {
  const style = getComputedStyle(from);
  const icon = [...from.querySelectorAll(':scope > svg > path')].map(
    (path) => new Path2D(path.getAttribute('d') ?? ''),
  );
  const picture = await drawCard(lines, icon, {
    page: style.getPropertyValue('--page'),
    stage: style.getPropertyValue('--stage'),
    text: style.color,
    lit: style.getPropertyValue('--limelight'),
    lamp: style.getPropertyValue(icon.length > 0 ? '--limelight' : '--home'),
    font: style.fontFamily,
  });
  if (picture !== null) await keepPicture(picture, name);
}

/** The step in which rows are narrowed, to find the narrowest that are no more. */
const STEP = 20;

/** Breaks a text between words into as few rows as fit, and those as even as possible. */
export function evenRowsOf(text: string, widthOf: (row: string) => number, most: number): string[] {
  const within = (width: number) => rowsOf(text, (row) => widthOf(row) <= width);
  let rows = within(most);
  for (let width = most - STEP; width > 0; width -= STEP) {
    const narrower = within(width);
    if (narrower.length > rows.length) return rows;
    rows = narrower;
  }
  return rows;
}

/** Breaks a text between words into rows that fit; a word that does not fit has a row of its own. */
export function rowsOf(text: string, fits: (row: string) => boolean): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && fits(longer)) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

/** The middles of lamps along the edges of the picture, evenly spaced, clockwise from the upper left corner. */
export function lampPlaces(): { x: number; y: number }[] {
  const { inset, apart } = LAMPS;
  const across = Math.round((WIDTH - 2 * inset) / apart);
  const down = Math.round((HEIGHT - 2 * inset) / apart);
  const at = (index: number, of: number, length: number) =>
    inset + (index / of) * (length - 2 * inset);
  return [
    ...Array.from({ length: across }, (_, index) => ({ x: at(index, across, WIDTH), y: inset })),
    ...Array.from({ length: down }, (_, index) => ({
      x: WIDTH - inset,
      y: at(index, down, HEIGHT),
    })),
    ...Array.from({ length: across }, (_, index) => ({
      x: at(across - index, across, WIDTH),
      y: HEIGHT - inset,
    })),
    ...Array.from({ length: down }, (_, index) => ({
      x: inset,
      y: at(down - index, down, HEIGHT),
    })),
  ];
}

/** Draws lamps around an icon and lines of text, centred one below the other. Null: the device draws no picture. */
async function drawCard(
  lines: readonly PictureLine[],
  icon: readonly Path2D[],
  { page, stage, text: colour, lit, lamp, font }: Look,
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const light = context.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT);
  light.addColorStop(0, stage);
  light.addColorStop(1, page);
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.shadowColor = lamp;
  context.shadowBlur = 24;
  context.fillStyle = lamp;
  for (const { x, y } of lampPlaces()) {
    context.beginPath();
    context.arc(x, y, LAMPS.radius, 0, 2 * Math.PI);
    context.fill();
  }
  context.shadowBlur = 0;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const rows = lines.flatMap(({ text, px, weight, above, isLit }) => {
    const rowFont = `${weight} ${px}px ${font}`;
    context.font = rowFont;
    return evenRowsOf(text, (row) => context.measureText(row).width, MOST_WIDTH).map(
      (row, index) => ({
        row,
        rowFont,
        rowColour: isLit ? lit : colour,
        height: px * LINE_HEIGHT,
        above: index === 0 ? above : 0,
      }),
    );
  });
  const crown = icon.length > 0 ? CROWN : 0;
  const whole = rows.reduce((sum, { height, above }) => sum + height + above, crown);
  // More lines than there is room for are drawn smaller.
  const scale = Math.min(1, (HEIGHT - 2 * MARGIN) / whole);
  context.translate((1 - scale) * (WIDTH / 2), (1 - scale) * (HEIGHT / 2));
  context.scale(scale, scale);
  let y = (HEIGHT - whole) / 2;
  context.save();
  context.translate((WIDTH - CROWN) / 2, y);
  context.scale(CROWN / ICON_SIZE, CROWN / ICON_SIZE);
  context.strokeStyle = lit;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  for (const path of icon) context.stroke(path);
  context.restore();
  y += crown;
  for (const { row, rowFont, rowColour, height, above } of rows) {
    context.font = rowFont;
    context.fillStyle = rowColour;
    y += height + above;
    // The browser narrows a single word that is too long.
    context.fillText(row, WIDTH / 2, y - height / 2, MOST_WIDTH);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
