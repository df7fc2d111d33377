/** Tables as paged lists for people. */
package io.hawser.ledger.listing;
