/** What is registered, and which instance is current. No framework in here, but in {@code db} and {@code kafka}. */
package io.hawser.plugin.registry;
