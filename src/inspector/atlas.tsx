import { charts } from 'virtual:charts';
import { Atlas } from 'chart-inspector/page/atlas';

/** Every chart of the show. */
export default function AtlasView() {
  return <Atlas charts={charts} folder="machines/" inspector="/inspect" />;
}
