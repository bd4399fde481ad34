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
  const heightOf = ({ px, above }: PictureLine): number => px * LINE_HEIGHT + above;
  let y = (HEIGHT - lines.reduce((sum, line) => sum + heightOf(line), 0)) / 2;
  context.fillStyle = colour;
  for (const line of lines) {
    const { text, px, weight } = line;
    y += heightOf(line);
    context.font = `${weight} ${px}px ${font}`;
    // The browser narrows a text that is too long.
    context.fillText(text, WIDTH / 2, y - (px * LINE_HEIGHT) / 2, WIDTH - 2 * MARGIN);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
