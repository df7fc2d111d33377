/** What is registered, and which instance is current. */
package io.hawser.plugin.registry;
