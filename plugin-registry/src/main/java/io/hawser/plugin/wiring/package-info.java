/** What an operator may set, and what the container is to make. */
package io.hawser.plugin.wiring;
