import 'chart-inspector/defaults.css';
import { InspectorPage } from 'chart-inspector/page/inspector';
import { createRoot } from 'react-dom/client';
import { charts, machines } from 'virtual:charts';

const place = document.getElementById('root');
if (place !== null)
  createRoot(place).render(
    <InspectorPage
      app={{ charts, machines }}
      transport={null}
      local={null}
      hosts={null}
      unreachable="Other devices need a transport."
      atlas="/atlas.html"
    />,
  );
