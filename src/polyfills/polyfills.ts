/*
 * Features that the program and its packages use and that the older of the supported browsers lack. Only those browsers
 * load them, before the program. tests/e2e/baseline.test.ts compares this list with the build.
 */
import 'core-js/actual/array/at';
import 'core-js/actual/array/find-last';
import 'core-js/actual/array/to-reversed';
import 'core-js/actual/array/to-sorted';
import 'core-js/actual/array/to-spliced';
import 'core-js/actual/array/with';
import 'core-js/actual/object/has-own';
import '@oddbird/popover-polyfill';
import hasPseudo from 'css-has-pseudo/browser';
import './abort-signal.ts';
import { measureContainers } from './container-units.ts';

if (!CSS.supports('width', '1cqi')) measureContainers();

hasPseudo(document, {
  // Attributes used in `:has()` besides those of HTML.
  observedAttributes: [
    'data-audience',
    'data-contestant',
    'data-folded',
    'data-live-bar',
    'data-now',
    'data-overlay',
    'data-shown',
    'data-stage',
    'data-state',
    'data-tile',
    'data-wide',
  ],
});
