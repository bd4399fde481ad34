import { charts } from 'virtual:charts';
import { Atlas } from 'chart-inspector/page/atlas';

/** The atlas of all charts of the product. */
export default function AtlasView() {
  return <Atlas charts={charts} folder="machines/" inspector="/inspect" />;
}
