/** What the tests of every service with a ledger share. */
@NullMarked
package io.hawser.ledger.testkit;

import org.jspecify.annotations.NullMarked;
