/** The registered plugins, and the rule for the current instance. */
package io.hawser.plugin.registry;
