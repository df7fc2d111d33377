/** Tables as paged lists for people. */
@NullMarked
package io.hawser.ledger.listing.db;

import org.jspecify.annotations.NullMarked;
