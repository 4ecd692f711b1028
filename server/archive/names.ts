/** Files of an archive. */
export const archiveNames = {
  event: "event.json",
  attendees: "attendees.csv",
  waitingList: "waiting-list.csv",
  sponsors: "sponsors.csv",
  orders: "orders.csv",
  orderLines: "order-lines.csv",
  payments: "payments.csv",
  refunds: "refunds.csv",
  extras: "extras.csv",
  /** Followed by the ending of its type. */
  banner: "pictures/banner",
} as const;

/** Imports find columns by these headings and those below, also in old archives. */
export const attendeeHeadings = {
  registration: "Registration",
  state: "State",
  ticketId: "Ticket id",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  buyerName: "Buyer",
  buyerEmail: "Buyer's e-mail",
  orderNumber: "Order",
  price: "Paid",
  quantity: "Places",
  registeredAt: "Registered",
  checkedIn: "Checked in",
  extras: "Extras",
} as const;

export const waitingHeadings = {
  ticketId: "Ticket id",
  places: "Places",
  name: "Name",
  email: "E-mail",
  state: "State",
  joinedAt: "Joined",
} as const;

export const sponsorHeadings = {
  package: "Package",
  packageId: "Package id",
  organization: "Organization",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  message: "Message",
  amount: "Amount",
  payment: "Payment",
  shown: "May be shown",
  hidden: "Hidden by staff",
  logo: "Logo",
  created: "Created",
} as const;

export const orderHeadings = {
  id: "Order id",
  /** Whether an import made the order for an active registration: the next import makes it again. */
  isImported: "Of an import",
} as const;

/** The additional field with the extras of an imported registration. */
export const boughtExtrasField = attendeeHeadings.extras;
