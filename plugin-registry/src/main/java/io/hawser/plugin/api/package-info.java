/** REST pages for people: plugins as the tables have them. */
package io.hawser.plugin.api;
