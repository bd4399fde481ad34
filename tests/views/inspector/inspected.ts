import {
  UNDISTURBED,
  type InspectedWindow,
  type InspectionRequest,
} from 'chart-inspector/protocol';
import { createRecorder } from 'chart-inspector/recorder/recorder';
import type { LinkListener, Link } from '#src/inspector/page/session.ts';
import { createRoot } from '#tests/support/root.tsx';

/**
 * A window of the product with the real root chart, and the way to it: an inspector's link without a line.
 * `asked`: what the inspector has said.
 */
export function createInspected(more: Partial<InspectedWindow> = {}) {
  const root = createRoot();
  const asked: InspectionRequest[] = [];
  const listeners = new Set<LinkListener>();
  let isWatched = false;
  const window: InspectedWindow = {
    id: 'phone',
    kind: 'page',
    path: '/login',
    device: 'a phone',
    openedAt: 0,
    disturbance: UNDISTURBED,
    ...more,
  };
  const tell = (report: Parameters<LinkListener['receive']>[0]) => {
    for (const each of listeners) each.receive(report);
  };
  const recorder = createRecorder({
    now: () => 0,
    send: (record) => {
      if (isWatched)
        tell({ type: 'window.records', window: window.id, dropped: 0, records: [record] });
    },
  });
  recorder.attach(root.app);

  const open = (listener: LinkListener): Link => {
    listeners.add(listener);
    listener.whenUp(null);
    listener.receive({ type: 'window.present', window });
    return {
      send: (request) => {
        asked.push(request);
        if (request.type === 'window.watch') {
          isWatched = true;
          tell({ type: 'window.state', window: window.id, records: recorder.everything() });
        }
        if (request.type === 'event.send') recorder.actorOf(request.actor)?.send(request.event);
      },
      retry: () => {},
      close: () => void listeners.delete(listener),
    };
  };
  return { ...root, asked, open, tell };
}
