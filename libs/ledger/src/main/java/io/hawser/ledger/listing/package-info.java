/** Tables as lists for people, a page at a time. */
package io.hawser.ledger.listing;
