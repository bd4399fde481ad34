import { OTHER_SCREENS } from '#tests/support/states/index.ts';
import { lookAtScreens } from './smoke.ts';

lookAtScreens(OTHER_SCREENS);
