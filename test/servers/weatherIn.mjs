/** Returns the result of the backend tool `get_weather`, the same on every server. */
export function weatherIn(location) {
  return {
    location,
    temperature: 18,
    humidity: 50,
    wind_speed: 10,
    feels_like: 17,
    conditions: "Sunny",
  };
}
