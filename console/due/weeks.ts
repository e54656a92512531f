// Places in the list by week, as addresses name them.

/** After the customers whose rhythm broke and those who are overdue. */
export const THIS_WEEK = '2';
