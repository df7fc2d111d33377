/**
 * Makes a service's effects happen exactly once in its database and at least once outside: intake by position, an
 * outbox with a fenced relay, due work, fenced calls, catching up. Knows Kafka and PostgreSQL, but no domain. See
 * {@code libs/ledger/DESIGN.md}.
 */
@NullMarked
package io.hawser.ledger;

import org.jspecify.annotations.NullMarked;
