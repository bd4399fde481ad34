import { SHOW_SCREENS } from '#tests/support/states/index.ts';
import { lookAtScreens } from './smoke.ts';

lookAtScreens(SHOW_SCREENS);
