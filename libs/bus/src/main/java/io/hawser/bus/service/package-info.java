/** Which services Hawser is made of. */
package io.hawser.bus.service;
