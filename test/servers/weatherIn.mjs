/** What the backend tool `get_weather` answers, on every server. */
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
