// The way to a table by a link. The first use of a link claims its seat with a token of this browser, which replaces it.

import * as store from "./store.js";

/** Joins a table and returns its view. From then on `link` has the token that opens the seat. */
export async function join(channel, link, since = null) {
  const claim = store.claim(link.token);
  const { joined } = await channel.call({ join: { ...link, claim, device: store.device(), since } });
  if (joined.claimed) {
    store.replace(link.table, link.token, claim);
    const address = store.address(link.table, link.token);
    link.token = claim;
    // Somebody may have gone elsewhere meanwhile.
    if (location.href === address) history.replaceState(null, "", store.address(link.table, claim));
  }
  return joined.sight;
}
