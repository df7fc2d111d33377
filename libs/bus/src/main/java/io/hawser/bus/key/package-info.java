/** Keys of two names. They are joined and split only here. */
package io.hawser.bus.key;
