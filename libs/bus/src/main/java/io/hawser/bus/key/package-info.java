/** The ids of what is known by two names. They are joined and split here, where a topic's key is made. */
package io.hawser.bus.key;
