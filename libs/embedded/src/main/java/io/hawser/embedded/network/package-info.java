/** Network failures that no process can cause. */
package io.hawser.embedded.network;
