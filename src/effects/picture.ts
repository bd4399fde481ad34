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

/** A line of the picture: its text, size (px), weight, and the space above it (px). */
export interface PictureLine {
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

/** Draws the lines in the colours and the font of an element, and lets the reader keep or share the picture. */
export async function keepCard(
  lines: readonly PictureLine[],
  from: Element,
  name: string,
): Promise<void> {
  const style = getComputedStyle(from);
  const picture = await drawCard(lines, {
    page: style.getPropertyValue('--page'),
    stage: style.getPropertyValue('--stage'),
    text: style.color,
    font: style.fontFamily,
  });
  if (picture !== null) await keepPicture(picture, name);
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

/** Draws lines of text, centred one below the other, on the colours of the stage. Null: the device draws no picture. */
async function drawCard(
  lines: readonly PictureLine[],
  { page, stage, text: colour, font }: Readonly<Record<'page' | 'stage' | 'text' | 'font', string>>,
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const light = context.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT);
  light.addColorStop(0, stage);
  light.addColorStop(1, page);
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  const rows = lines.flatMap(({ text, px, weight, above }) => {
    const rowFont = `${weight} ${px}px ${font}`;
    context.font = rowFont;
    return rowsOf(text, (row) => context.measureText(row).width <= MOST_WIDTH).map(
      (row, index) => ({
        row,
        rowFont,
        height: px * LINE_HEIGHT,
        above: index === 0 ? above : 0,
      }),
    );
  });
  let y = (HEIGHT - rows.reduce((sum, { height, above }) => sum + height + above, 0)) / 2;
  for (const { row, rowFont, height, above } of rows) {
    context.font = rowFont;
    y += height + above;
    // The browser narrows a single word that is too long.
    context.fillText(row, WIDTH / 2, y - height / 2, MOST_WIDTH);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
