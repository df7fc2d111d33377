/** Which topics exist. A missing topic stops only what depends on it. */
package io.hawser.ledger.topic;
