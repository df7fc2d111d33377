/** Many commands at once: whether each is answered, and what that takes of volume-service's memory. */
package io.hawser.bench.commands;
