export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      events: {
        Row: {
          created_at: string;
          date: string | null;
          id: number;
          name: string | null;
          photo: string | null;
          title: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date?: string | null;
          id?: never;
          name?: string | null;
          photo?: string | null;
          title?: string | null;
        };
        Update: {
          created_at?: string;
          date?: string | null;
          id?: never;
          name?: string | null;
          photo?: string | null;
          title?: string | null;
        };
        Relationships: [];
      };
      redemptions: {
        Row: {
          created_at: string;
          id: number;
          notes: string | null;
          redeemed_at: string;
          reward_id: number | null;
          reward_photo: string | null;
          reward_title: string;
          stamps_spent: number;
          store_id: number;
          store_name: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: never;
          notes?: string | null;
          redeemed_at?: string;
          reward_id?: number | null;
          reward_photo?: string | null;
          reward_title: string;
          stamps_spent: number;
          store_id: number;
          store_name: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: never;
          notes?: string | null;
          redeemed_at?: string;
          reward_id?: number | null;
          reward_photo?: string | null;
          reward_title?: string;
          stamps_spent?: number;
          store_id?: number;
          store_name?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'redemptions_reward_id_fkey';
            columns: ['reward_id'];
            isOneToOne: false;
            referencedRelation: 'rewards';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'redemptions_store_id_fkey';
            columns: ['store_id'];
            isOneToOne: false;
            referencedRelation: 'stores';
            referencedColumns: ['id'];
          },
        ];
      };
      rewards: {
        Row: {
          created_at: string;
          date_end: string | null;
          date_start: string | null;
          id: number;
          photo: string | null;
          stamps_needed: number | null;
          store_id: number | null;
          store_logo_url: string | null;
          store_name: string | null;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_end?: string | null;
          date_start?: string | null;
          id?: never;
          photo?: string | null;
          stamps_needed?: number | null;
          store_id?: number | null;
          store_logo_url?: string | null;
          store_name?: string | null;
          title: string;
        };
        Update: {
          created_at?: string;
          date_end?: string | null;
          date_start?: string | null;
          id?: never;
          photo?: string | null;
          stamps_needed?: number | null;
          store_id?: number | null;
          store_logo_url?: string | null;
          store_name?: string | null;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'rewards_store_id_fkey';
            columns: ['store_id'];
            isOneToOne: false;
            referencedRelation: 'stores';
            referencedColumns: ['id'];
          },
        ];
      };
      stamps: {
        Row: {
          created_at: string;
          id: number;
          invoice_or_number: string | null;
          metadata: NonNullable<Json>;
          redemption_id: number | null;
          split_from: number | null;
          stamp_count: number;
          store_id: number;
          store_logo_url: string | null;
          store_name: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: never;
          invoice_or_number?: string | null;
          metadata?: NonNullable<Json>;
          redemption_id?: number | null;
          split_from?: number | null;
          stamp_count: number;
          store_id: number;
          store_logo_url?: string | null;
          store_name: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: never;
          invoice_or_number?: string | null;
          metadata?: NonNullable<Json>;
          redemption_id?: number | null;
          split_from?: number | null;
          stamp_count?: number;
          store_id?: number;
          store_logo_url?: string | null;
          store_name?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stamps_redemption_id_fkey';
            columns: ['redemption_id'];
            isOneToOne: false;
            referencedRelation: 'redemptions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'stamps_split_from_fkey';
            columns: ['split_from'];
            isOneToOne: false;
            referencedRelation: 'stamps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'stamps_store_id_fkey';
            columns: ['store_id'];
            isOneToOne: false;
            referencedRelation: 'stores';
            referencedColumns: ['id'];
          },
        ];
      };
      store_members: {
        Row: {
          created_at: string;
          store_id: number;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          store_id: number;
          user_id: string;
        };
        Update: {
          created_at?: string;
          store_id?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'store_members_store_id_fkey';
            columns: ['store_id'];
            isOneToOne: false;
            referencedRelation: 'stores';
            referencedColumns: ['id'];
          },
        ];
      };
      stores: {
        Row: {
          address: string | null;
          closed_on: string[] | null;
          created_at: string;
          daily_stamps: number;
          id: number;
          kind: string | null;
          latitude: number | null;
          logo_url: string | null;
          longitude: number | null;
          map_point: unknown;
          name: string;
          open_minutes: unknown;
          opening_hours: Json | null;
          phone: string | null;
          search_name: string | null;
          search_text: string | null;
          suspended: boolean;
          time_zone: string | null;
          website: string | null;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          closed_on?: string[] | null;
          created_at?: string;
          daily_stamps?: number;
          id?: never;
          kind?: string | null;
          latitude?: number | null;
          logo_url?: string | null;
          longitude?: number | null;
          map_point?: never;
          name: string;
          open_minutes?: never;
          opening_hours?: Json | null;
          phone?: string | null;
          search_name?: never;
          search_text?: never;
          suspended?: boolean;
          time_zone?: string | null;
          website?: string | null;
        };
        Update: {
          address?: string | null;
          closed_on?: string[] | null;
          created_at?: string;
          daily_stamps?: number;
          id?: never;
          kind?: string | null;
          latitude?: number | null;
          logo_url?: string | null;
          longitude?: number | null;
          map_point?: never;
          name?: string;
          open_minutes?: never;
          opening_hours?: Json | null;
          phone?: string | null;
          search_name?: never;
          search_text?: never;
          suspended?: boolean;
          time_zone?: string | null;
          website?: string | null;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      add_store_member: { Args: { member: string; store_id: number }; Returns: Json };
      add_store_reward: {
        Args: {
          first_day?: string;
          last_day?: string;
          photo?: string;
          stamps_needed?: number;
          store_id: number;
          title: string;
        };
        Returns: Json;
      };
      close_redemption: { Args: { opening_id: string }; Returns: undefined };
      create_store: {
        Args: {
          address?: string;
          first_day?: string;
          last_day?: string;
          logo_url?: string;
          member: string;
          name: string;
          photo?: string;
          reward_title?: string;
          stamps_needed?: number;
        };
        Returns: Json;
      };
      delete_account: { Args: Record<PropertyKey, never>; Returns: undefined };
      drop_push_device: { Args: { endpoint: string }; Returns: undefined };
      give_stamp: {
        Args: {
          invoice: string;
          payload: Json;
          request_id: string;
          stamp_count: number;
          store_id: number;
        };
        Returns: Json;
      };
      known_about_me: {
        Args: Record<PropertyKey, never>;
        Returns: {
          account_since: string;
          cards: number;
          last_scan_at: string;
          redemptions: number;
          scans: number;
          seen_by: string[];
          seen_by_count: number;
          sign_in_ways: string[];
          stamps_held: number;
          stamps_spent: number;
          works_at: string[];
        }[];
      };
      list_stores: {
        Args: {
          after?: number;
          near_latitude?: number;
          near_longitude?: number;
          open_now?: boolean;
          page_size?: number;
        };
        Returns: {
          address: string;
          closed_on: string[];
          id: number;
          kind: string;
          latitude: number;
          listed: boolean;
          logo_url: string;
          longitude: number;
          name: string;
          opening_hours: Json;
          reward_title: string;
          stamps_needed: number;
          time_zone: string;
        }[];
      };
      move_guest_card: { Args: { secret: string }; Returns: Json };
      my_cards: {
        Args: Record<PropertyKey, never>;
        Returns: {
          metadata: Json;
          next_needed: number;
          next_title: string;
          ready_count: number;
          ready_id: number;
          ready_photo: string;
          ready_title: string;
          stamp_count: number;
          store_id: number;
          store_logo_url: string;
          store_name: string;
          suspended: boolean;
        }[];
      };
      my_data: {
        Args: { after?: number; page_size?: number; part: string };
        Returns: {
          entry: Json;
          id: number;
        }[];
      };
      open_redemption: {
        Args: { opening_id: string; reward_id: number; stamp_ids: number[]; stamps_needed: number };
        Returns: Json;
      };
      prepare_guest_move: { Args: { secret: string }; Returns: string };
      push_device: {
        Args: { endpoint?: string };
        Returns: {
          kinds: string[];
          server_key: string;
        }[];
      };
      push_settings: { Args: Record<PropertyKey, never>; Returns: Json };
      ready_rewards: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          date_end: string | null;
          date_start: string | null;
          id: number;
          photo: string | null;
          stamps_needed: number | null;
          store_id: number | null;
          store_logo_url: string | null;
          store_name: string | null;
          title: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'rewards';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      redeem_reward: { Args: { notes: string; payload: Json; request_id: string }; Returns: Json };
      refuse_ended_session: { Args: Record<PropertyKey, never>; Returns: undefined };
      remove_store_member: { Args: { member: string; store_id: number }; Returns: Json };
      report_reminders: { Args: { results: Json }; Returns: undefined };
      save_push_device: {
        Args: { auth_secret: string; endpoint: string; kinds: string[]; public_key: string };
        Returns: undefined;
      };
      schema_version: { Args: Record<PropertyKey, never>; Returns: string };
      search_stores: {
        Args: { term: string };
        Returns: {
          address: string;
          id: number;
          logo_url: string;
          name: string;
        }[];
      };
      set_up_reminders: { Args: { replace?: boolean; settings: Json }; Returns: Json };
      stamp_days: {
        Args: { month_start: string };
        Returns: {
          day: string;
        }[];
      };
      stamps_held: {
        Args: { store_ids?: number[] };
        Returns: {
          created_at: string;
          metadata: Json;
          stamp_count: number;
          store_id: number;
        }[];
      };
      take_reminders: {
        Args: { at_most: number };
        Returns: {
          auth_secret: string;
          endpoint: string;
          event_id: number;
          event_name: string;
          id: number;
          kind: string;
          public_key: string;
          ready: number;
          reward_id: number;
          reward_title: string;
          seconds_left: number;
          store_id: number;
          store_name: string;
        }[];
      };
      till_log: {
        Args: { before?: string; before_id?: number; page_size?: number; store_id: number };
        Returns: {
          call: string;
          customer_id: string;
          happened_at: string;
          id: number;
          invoice: string;
          member_id: string;
          more_refused: number;
          outcome: string;
          redemption_id: number;
          request_id: string;
          reward_id: number;
          stamp_count: number;
          stamp_id: number;
        }[];
      };
      undo_stamp: {
        Args: { request_id: string; stamp_id: number; store_id: number };
        Returns: Json;
      };
      unused_photos: {
        Args: { at_most?: number };
        Returns: {
          name: string;
        }[];
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};
