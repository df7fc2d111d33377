/** How the plugin misbehaves: kinds of faults, scripts of them, and their text form. */
package io.hawser.strict.fault;
