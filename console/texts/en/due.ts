// Who is due to buy again: the list by week, and two reports beside each other.

export const dueEn = {
  due: {
    hint: 'By the last order and the customer’s own gap, the likeliest first. The export has them all.',
    dueOn: 'Due on',
    window: 'Likely between',
    due: 'Due now',
    stage: {
      overdue: 'Overdue',
      due_this_week: 'Due this week',
      due_this_month: 'Due later this month',
      later: 'Due later',
      rhythm_broken: 'Rhythm broken',
      too_few_orders: 'Too few orders',
    },
    productsHint:
      'Customers who are due to buy each product that both reports list, the largest differences first.',
  },
};
