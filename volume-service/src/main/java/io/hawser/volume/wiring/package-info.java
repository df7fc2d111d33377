/** Settings of the service, and the beans made from them. */
package io.hawser.volume.wiring;
