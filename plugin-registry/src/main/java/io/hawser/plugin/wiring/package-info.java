/** The settings, and the beans made from them. */
package io.hawser.plugin.wiring;
