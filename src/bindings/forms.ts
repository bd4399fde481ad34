import {
  provideCancelEmailChange,
  provideContact,
  provideFeedback,
  provideForgot,
  provideProfile,
  provideRegister,
  provideReset,
} from '#src/effects/provide/forms.ts';
import { useScreen } from './screen.ts';

/* The actor of each form outside the show, for as long as its screen is shown. */

export const useRegisterForm = () => useScreen(provideRegister, undefined);
export const useForgotForm = () => useScreen(provideForgot, undefined);
export const useResetForm = () => useScreen(provideReset, undefined);
export const useCancelEmailChangeForm = () => useScreen(provideCancelEmailChange, undefined);
export const useProfileForm = () => useScreen(provideProfile, undefined);
export const useContactForm = () => useScreen(provideContact, undefined);
export const useFeedbackForm = () => useScreen(provideFeedback, undefined);
