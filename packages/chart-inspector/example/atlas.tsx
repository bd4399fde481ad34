import 'chart-inspector/defaults.css';
import { Atlas } from 'chart-inspector/page/atlas';
import { createRoot } from 'react-dom/client';
import { charts } from 'virtual:charts';

const place = document.getElementById('root');
if (place !== null)
  createRoot(place).render(
    <Atlas charts={charts} folder="example/charts/" inspector="/inspect.html" />,
  );
