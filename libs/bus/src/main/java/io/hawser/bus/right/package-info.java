/**
 * What a part of Hawser must be allowed on the broker, and which of that it is not. {@code deploy/kafka/acls.csv} says
 * the same to those who allow it.
 */
package io.hawser.bus.right;
