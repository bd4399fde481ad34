/** /admin and /manage-users: their screens, calls and texts (specification §2 to §9; decisions §6, §7). */
export const admin: Readonly<Record<string, string>> = {
  // /admin, Dashboard
  'R2.admin-tabs': 'The admin panel has the tabs Dashboard, Users and Questions',
  'R2.admin-total-users':
    'The Dashboard has a card Total Users with admins, home viewers and contestants',
  'R2.admin-total-questions': 'The Dashboard has a card Total Questions with On Air and To Home',
  'R2.admin-game-sessions': 'The Dashboard has a card Game Sessions',
  'R2.admin-total-points': 'The Dashboard has a card Total Points',
  'R2.admin-updated': "The Dashboard says 'Updated today'",
  'R8.admin-stats-failed':
    "Without stats the Dashboard says 'Failed to load dashboard statistics. Please try again.' and offers Try Again",
  'R8.admin-log-in': "Without a token the admin panel says 'Please log in to view this page.'",

  // /admin, Users
  'R2.admin-users-search-name': 'The Users tab searches by name',
  'R2.admin-users-search-email': 'The Users tab searches by email',
  'R2.admin-users-search-role': 'The Users tab searches by role, in the words shown',
  'R2.admin-users-search-id': 'The Users tab searches by id',
  'R2.admin-users-columns': 'The Users tab is a table of ID, Name, Email, Role and Actions',
  'R2.admin-users-actions': 'Every user has the actions Edit and Delete',
  'R2.admin-users-edit': 'A user is edited in a form of name, email and role',
  'R2.admin-users-delete': 'Deleting a user is confirmed first, on what it costs in numbers',
  'R5.admin-user-name': 'Admin user edit: name is required',
  'R5.admin-user-email': 'Admin user edit: email is required',
  'R5.admin-user-email-valid': 'Admin user edit: email must be valid',
  'R5.admin-undeletable': 'Admin users cannot be deleted: Delete is disabled and says why',
  'R8.admin-data-failed':
    "Without users or questions the admin panel says 'Failed to load admin data. Please try again.'",
  'R8.admin-user-update-failed': "A failed edit in the admin panel says 'Failed to update user'",
  'R8.admin-user-delete-failed':
    "A failed deletion in the admin panel says 'Failed to delete user'",
  'R8.admin-user-updated': "Editing a user shows 'User updated successfully!'",
  'R8.admin-user-deleted': "Deleting a user shows 'User deleted successfully!'",
  'R8.admin-dialog-network':
    "Without a line the admin dialogs say 'Network error. Please check if the server is running.'",

  // /admin, Questions
  'R2.admin-questions-search-text': 'The Questions tab searches by text',
  'R2.admin-questions-search-id': 'The Questions tab searches by id',
  'R2.admin-questions-search-date': 'The Questions tab searches by session date',
  'R2.admin-questions-columns':
    'The Questions tab is a table of ID, Question Text, Session Date, Status and Actions',
  'R2.admin-questions-actions': 'Every question has the actions Edit and Delete',
  'R2.admin-questions-edit': 'A question is edited in a form of text and status',
  'R2.admin-questions-delete':
    'Deleting a question is confirmed first, on what it costs in numbers',
  'R4.question-draft': 'A question with neither flag is a Draft',
  'R4.question-on-air': 'A question with shown_on_air is On Air',
  'R4.question-to-home': 'A question with shown_to_home is To Home',
  'R4.question-one-status': 'The edit form chooses exactly one of Draft, On Air and To Home',
  'R4.question-status-effect':
    'The edit form says for which audience saving releases or revokes the question',
  'R5.question-text': 'Edit question: text is required',
  'R7.admin-question-delete-in-play':
    'A question that is in play is not deleted: 409, with the way on',
  'R7.admin-question-delete':
    'DELETE /api/game-sessions/admin/questions/{id} deletes a question with its answers and their points',
  'R8.admin-question-delete-failed': "A failed deletion says 'Failed to delete question'",
  'R8.admin-question-deleted': "Deleting a question shows 'Question deleted successfully!'",
  'R8.admin-question-updated': "Editing a question shows 'Question updated successfully!'",

  // /manage-users
  'R2.users-search-name': 'User management searches by name',
  'R2.users-search-email': 'User management searches by email',
  'R2.users-search-calm':
    'A search typed fast asks once, and an older reply never replaces a newer one',
  'R2.users-role-filter': 'The role filter is All, Admins, Home Viewers or Game Players',
  'R2.users-table': 'User management has a table view',
  'R2.users-grid': 'User management has a grid view',
  'R2.users-refresh': 'A Refresh button loads the list again',
  'R2.users-pagination': 'User management is paged',
  'R2.users-columns': 'The table has user details, role, score, answers and actions',
  'R2.users-create': 'A user is created in a dialog',
  'R2.users-edit': 'A user is edited in a dialog',
  'R2.users-delete': 'A user is deleted in a dialog, on what it costs in numbers',
  'R2.users-generate':
    'Generate makes a password of 8 letters and digits, which can be copied and says Copied',
  'R2.users-address': 'Search, role, page and view stand in the address',
  'R5.create-user-name': 'Create user: name is required',
  'R5.create-user-email': 'Create user: email is required',
  'R5.create-user-password': 'Create user: password is required',
  'R5.create-user-placeholder': 'Create user: the placeholder of the password says minimum 6',
  'R6.last-admin': 'The last admin cannot be demoted (decisions: threat 44)',
  'R7.admin-user-delete':
    'DELETE /api/game-sessions/admin/users/{id} takes account, name, email and tokens; the answers stay without a name (decisions §7)',
  'R7.admin-user-delete-points': "Deleting a user changes no other user's points (decisions §7)",
  'R8.users-fetch-failed': "Without users, user management says 'Failed to fetch users.'",
  'R8.users-create-failed': "A failed creation says 'Failed to create user.'",
  'R8.users-update-failed': "A failed edit in user management says 'Failed to update user.'",
  'R8.users-delete-failed': "A failed deletion in user management says 'Failed to delete user.'",
  'R8.users-log-in': "Without a token user management says 'Please log in to view users.'",
  'R9.users-page-size': 'A page has 20 users',
  'R9.generated-password': 'A generated password is 8 alphanumeric characters',
};
