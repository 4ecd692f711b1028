export function Receipt({ orderId, accessKey }: { orderId: number; accessKey: string }) {
  const query = new URLSearchParams({ orderId: String(orderId), accessKey });
  return (
    <a className="button" href={`/api/order/receiptPdf?${query}`} target="_blank" rel="noreferrer">
      Open the receipt<span className="visuallyHidden"> (PDF, new tab)</span>
    </a>
  );
}
