// Which commands use what, for the settings of each.

export const publishing = ['start', 'import', 'organisations', 'keys', 'links', 'build', 'watch', 'rollback', 'forget'];
const usingBoth = [...publishing, 'dashboard', 'bind', 'status', 'check', 'timetables'];
export const usingDatabase = [...usingBoth, 'migrate', 'export', 'calendar', 'days', 'admins', 'audit-log', 'webhooks'];
export const usingStore = [...usingBoth, 'serve'];
export const serving = ['start', 'serve', 'demo'];
