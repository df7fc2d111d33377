/** What the strict plugin holds and how it answers: the plugin's own truth, without any judgement of its caller. */
package io.hawser.strict.backend;
